/** A well-formed question, for tests: as an item of a file, or as a bare list of one. */
export const QUESTION = `  - id: follower-throttle
    area: quotas
    retrieval:
      primary:
        - { path: core/src/main/java/kafka/server/ReplicationQuotaManager.java, lines: [81, 92] }
      secondary:
        - { path: core/src/main/java/kafka/server/ReplicaQuota.java, why: the interface it implements }
    cognitive:
      human: When does a follower stop copying because it has used up its bandwidth?
      ai_optimized: replication throttle rate check that throws when the sensor bound is exceeded
      keyword: follower replication throttle exceeded
      wrong_terminology:
        text: When does the rebalance limit stop a follower from copying?
        wrong_term: rebalance limit
        right_term: quota
      cross_module: Where does the fetcher thread learn that it must wait?
    interference:
      - { path: core/src/main/scala/kafka/server/ReplicaManager.scala, relation: caller, strength: medium, confusion: caller_vs_owner }
      - { path: core/src/main/scala/kafka/server/ClientQuotaManager.scala, relation: sibling, strength: strong, confusion: sibling_mechanism }
    rationale:
      owner: The manager of replication quotas decides it.
      reason: It compares the sensor's rate with its bound.
      boundary: The client side throttles producers and consumers, not followers.
    evaluation: { metrics: [recall, mrr] }
`;

/** The gold file that holds it from line 4 on. */
export const FILE = `version: 1\ncorpus: apache-kafka-4.0.0\nquestions:\n${QUESTION}`;

/** Another question about the same file, in other words. */
export const SECOND = QUESTION.replace("follower-throttle", "second")
  .replace("human: When", "human: At what point")
  .replace("ai_optimized: r", "ai_optimized: where is the r")
  .replace("keyword: ", "keyword: bandwidth ")
  .replace("text: When", "text: At what point")
  .replace("cross_module: Where", "cross_module: In which class");
