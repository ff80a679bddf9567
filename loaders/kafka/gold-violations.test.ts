import { describe, expect, it } from "vitest";
import { formatViolation } from "../errors.ts";
import { checkGold } from "./gold.ts";
import { FILE, QUESTION } from "./gold-example.ts";

const printed = (text: string): string[] =>
  checkGold([{ file: "gold.yaml", text }]).violations.map(formatViolation);

const edited = (from: string, to: string): string => {
  expect(FILE).toContain(from);
  return FILE.replace(from, to);
};

const LAST_NEIGHBOR = `${QUESTION.split("\n")[17]!}\n`;

describe("checkGold", () => {
  // Each row: what is broken, the edit, the line that is printed.
  it.each<[string, string, string, RegExp]>([
    [
      "YAML syntax",
      "human: When",
      "human: Say: when",
      /^gold\.yaml:12 \(file\) \[yaml\] Nested mappings are not allowed.*Remedy: Mend the YAML/,
    ],
    [
      "an alias",
      "keyword: follower replication throttle exceeded",
      "keyword: *follower",
      /^gold\.yaml:14 \(file\) \[yaml\] \*follower is an alias/,
    ],
    [
      "a key twice",
      "    area: quotas",
      "    area: quotas\n    area: log",
      /^gold\.yaml:6 \(file\) \[yaml\] Map keys must be unique/,
    ],
    [
      "another corpus",
      "corpus: apache-kafka-4.0.0",
      "corpus: apache-kafka-3.9.0",
      /^gold\.yaml:2 \(file\) \[corpus\] Invalid input: expected "apache-kafka-4\.0\.0"\. Remedy: Write/,
    ],
    ["no version", "version: 1\n", "", /^gold\.yaml:1 \(file\) \[version\] is missing\./],
    [
      "an id in another case",
      "id: follower-throttle",
      "id: FollowerThrottle",
      /^gold\.yaml:4 FollowerThrottle \[id\] must be lower-case words joined by hyphens\. Remedy: Give the question an id/,
    ],
    ["no id", "id: follower-throttle\n    area", "area", /^gold\.yaml:4 question 1 \[id\] is missing\./],
    [
      "an unknown area",
      "area: quotas",
      "area: quota",
      /^gold\.yaml:5 follower-throttle \[area\] Invalid option.*Remedy: Choose one of network, /,
    ],
    [
      "an unknown field",
      "      keyword:",
      "      keywords: x\n      keyword:",
      /^gold\.yaml:14 follower-throttle \[cognitive\.keywords\] is no known field\. Remedy: Remove or rename it\./,
    ],
    [
      "a missing layer",
      "    evaluation: { metrics: [recall, mrr] }\n",
      "",
      /^gold\.yaml:4 follower-throttle \[evaluation\] is missing\. Remedy: List the metric families/,
    ],
    [
      "a missing form",
      "      keyword: follower replication throttle exceeded\n",
      "",
      /^gold\.yaml:12 follower-throttle \[cognitive\.keyword\] is missing\. Remedy: Give each form/,
    ],
    [
      "a form of another type",
      "keyword: follower replication throttle exceeded",
      "keyword: 7",
      /^gold\.yaml:14 follower-throttle \[cognitive\.keyword\] Invalid input: expected string/,
    ],
    [
      "a missing why",
      ", why: the interface it implements",
      "",
      /^gold\.yaml:10 follower-throttle \[retrieval\.secondary\[0\]\.why\] is missing\. Remedy: Write each secondary/,
    ],
    [
      "an empty boundary",
      "boundary: The client side throttles producers and consumers, not followers.",
      'boundary: " "',
      /^gold\.yaml:26 follower-throttle \[rationale\.boundary\] must not be empty\. Remedy: Say the owner, the reason and the boundary/,
    ],
    [
      "a span that is no pair",
      "lines: [81, 92]",
      "lines: [81]",
      /^gold\.yaml:8 follower-throttle \[retrieval\.primary\[0\]\.lines\] .*Remedy: Write each primary as/,
    ],
    [
      "a reversed span",
      "lines: [81, 92]",
      "lines: [92, 81]",
      /^gold\.yaml:8 follower-throttle \[retrieval\.primary\[0\]\.lines\] \[92, 81\] ends before it begins\./,
    ],
    [
      "a span beyond the file",
      "lines: [81, 92]",
      "lines: [81, 155]",
      /^gold\.yaml:8 follower-throttle .*\[81, 155\] is outside of ReplicationQuotaManager\.java, which has 154 lines\./,
    ],
    [
      "a line 0",
      "lines: [81, 92]",
      "lines: [0, 92]",
      /^gold\.yaml:8 follower-throttle \[retrieval\.primary\[0\]\.lines\[0\]\] must be a line number from 1\./,
    ],
    [
      "a path in another folder",
      "core/src/main/java/kafka/server/ReplicationQuotaManager.java",
      "server/ReplicationQuotaManager.java",
      /^gold\.yaml:8 follower-throttle \[retrieval\.primary\[0\]\.path\] server\/ReplicationQuotaManager\.java is not in the corpus\. Remedy: Is core\/src\/main\/java\/kafka\/server\/ReplicationQuotaManager\.java meant\?/,
    ],
    [
      "a path that nothing has",
      "core/src/main/scala/kafka/server/ClientQuotaManager.scala",
      "core/src/main/scala/None.scala",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.path\] .* Remedy: Take a path of data\/kafka\/corpus-manifest\.json\./,
    ],
    [
      "a primary among the adversarial",
      "core/src/main/scala/kafka/server/ClientQuotaManager.scala",
      "core/src/main/java/kafka/server/ReplicationQuotaManager.java",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.path\] .*ReplicationQuotaManager\.java is adversarial here and primary in the same question\. Remedy: Give each file one role, once\./,
    ],
    [
      "a secondary among the adversarial",
      "core/src/main/scala/kafka/server/ClientQuotaManager.scala",
      "core/src/main/java/kafka/server/ReplicaQuota.java",
      /^gold\.yaml:22 follower-throttle .* is adversarial here and secondary in the same question\./,
    ],
    [
      "an adversarial file twice",
      "core/src/main/scala/kafka/server/ClientQuotaManager.scala",
      "core/src/main/scala/kafka/server/ReplicaManager.scala",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.path\] lists core\/src\/main\/scala\/kafka\/server\/ReplicaManager\.scala twice\./,
    ],
    [
      "one adversarial file",
      LAST_NEIGHBOR,
      "",
      /^gold\.yaml:21 follower-throttle \[interference\] needs 2 to 5 files\. Remedy: List 2 to 5 adversarial files/,
    ],
    [
      "six adversarial files",
      LAST_NEIGHBOR,
      LAST_NEIGHBOR.repeat(5),
      /^gold\.yaml:21 follower-throttle \[interference\] needs 2 to 5 files\./,
    ],
    [
      "an unknown relation",
      "relation: sibling",
      "relation: cousin",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.relation\] Invalid option/,
    ],
    [
      "an unknown strength",
      "strength: strong",
      "strength: high",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.strength\] Invalid option/,
    ],
    [
      "an unknown confusion",
      "confusion: sibling_mechanism",
      "confusion: none",
      /^gold\.yaml:22 follower-throttle \[interference\[1\]\.confusion\] Invalid option/,
    ],
    [
      "the class in the human form",
      "human: When does a follower",
      "human: When does replicationquotamanager say that a follower must",
      /^gold\.yaml:12 follower-throttle \[cognitive\.human\] says "replicationquotamanager", which names the class ReplicationQuotaManager that it asks for\. Remedy: Ask for what it does/,
    ],
    [
      "the class in words",
      "human: When does a follower",
      "human: When do Replication quota managers make a follower",
      /^gold\.yaml:12 follower-throttle \[cognitive\.human\] says "Replication quota managers"/,
    ],
    [
      "a wrong term that is absent",
      "wrong_term: rebalance limit",
      "wrong_term: throttle",
      /^gold\.yaml:17 follower-throttle \[cognitive\.wrong_terminology\.wrong_term\] "throttle" is not in the text\./,
    ],
    [
      "a right term that is there",
      "right_term: quota",
      "right_term: Follower",
      /^gold\.yaml:18 follower-throttle \[cognitive\.wrong_terminology\.right_term\] "Follower" is in the text/,
    ],
    [
      "two forms with the same words",
      "keyword: follower replication throttle exceeded",
      "keyword: when does a Follower stop copying, because it has used up its bandwidth",
      /^gold\.yaml:14 follower-throttle \[cognitive\.keyword\] has the words of follower-throttle human\. Remedy: Ask in other words\./,
    ],
    [
      "an unknown metric",
      "[recall, mrr]",
      "[recall, ndcg]",
      /^gold\.yaml:27 follower-throttle \[evaluation\.metrics\[1\]\] Invalid option/,
    ],
    [
      "a metric twice",
      "[recall, mrr]",
      "[mrr, mrr]",
      /^gold\.yaml:27 follower-throttle \[evaluation\.metrics\] names a metric family twice\./,
    ],
    [
      "no metric",
      "[recall, mrr]",
      "[]",
      /^gold\.yaml:27 follower-throttle \[evaluation\.metrics\] needs at least one metric family\./,
    ],
  ])("prints %s", (_, from, to, line) => {
    expect(printed(edited(from, to))).toContainEqual(expect.stringMatching(line));
  });
});
