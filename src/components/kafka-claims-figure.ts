import { count, percent, points, pointsRange, range, rate, signedPoints } from "../shared/format.js";
import { VERDICT_WORDS, type Verdict } from "../shared/findings/claims.js";
import { type ClaimByProtocol, isAnswered } from "../shared/findings/kafka-claims.js";
import { PROTOCOL_LABELS, protocolLabel, type ProtocolId } from "../shared/kafka-labels.js";
import type { KafkaClaimRow } from "../shared/kafka-rows.ts";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { ICONS } from "./mark-icons.js";
import type { Column } from "./table-model.js";

const PRINT: Record<string, (row: KafkaClaimRow) => string> = {
  rate: ({ ours, low, high }) => `${percent(ours)} (${percent(low)} to ${percent(high)})`,
  difference: ({ ours, low, high }) => `${signedPoints(ours)} (${pointsRange(low, high)})`,
  half_width: ({ ours, low, high }) => `±${points(ours)} (${range(low, high)})`,
};

const ours = (row: KafkaClaimRow): string =>
  isAnswered(row) ? `${(PRINT[row.unit] ?? PRINT["rate"]!)(row)}, n = ${count(row.n)}` : "not measured here";

const words = (row: KafkaClaimRow): string => VERDICT_WORDS[row.verdict as Verdict];

/** A published number is of the study's own protocol. */
const published = (row: KafkaClaimRow): string =>
  /\d/.test(row.published) ? `${row.published} (ten best chunks)` : row.published;

function card(pair: ClaimByProtocol, protocol: ProtocolId): HTMLElement {
  const row = pair[protocol];
  const protocols = Object.keys(PROTOCOL_LABELS) as ProtocolId[];
  return element`<li class=${`claim ${row.verdict}`}>
    <p class="claim-verdict">${ICONS[row.verdict as Verdict]()}<span>${words(row)}</span></p>
    <div>
      <p class="claim-text">${row.text}</p>
      <dl class="claim-lines">
        <div><dt>Published</dt><dd>${published(row)}</dd></div>
        ${protocols.map((one) => element`<div><dt>Ours, ${protocolLabel(one)}</dt><dd>${ours(pair[one])}: ${words(pair[one])}</dd></div>`)}
        <div><dt>On</dt><dd>${row.systems}</dd></div>
      </dl>
      <details><summary>The rule</summary><p>It ${row.rule}.${row.note === "" ? "" : ` Differences: ${row.note}.`} <a href=${`./${row.page}.html`}>See the page</a>.</p></details>
    </div>
  </li>`; // prettier-ignore
}

const bound = (name: "ours" | "low" | "high", label: string): Column<KafkaClaimRow> => ({
  key: name,
  label,
  value: (row) => row[name],
  cell: (row) => (Number.isFinite(row[name]) ? rate(row[name]) : "–"),
  numeric: true,
});

/** Each published claim beside ours by both protocols, with the verdict of one. */
export function kafkaClaimsFigure(
  pairs: readonly ClaimByProtocol[],
  options: { label: string; protocol: ProtocolId; file: string },
  context: FigureContext,
): HTMLElement {
  const { label, protocol, file } = options;
  const rows = pairs.flatMap((pair) => [pair.complete, pair.top_10_chunks]);
  return figureFrame(
    {
      id: "claims",
      figure: "kafka/claims",
      title: `Published claims beside ours, on ${label}`,
      subtitle: `Each claim in our words, its published value, ours with a 95% interval over questions by both protocols, and the verdict by the ${protocolLabel(protocol)}, from a rule that was committed before any system ranked a file.`,
      description: pairs.map((pair) => `${pair[protocol].text} ${words(pair[protocol])}.`).join(" "),
      body: element`<ol class="claims">${pairs.map((pair) => card(pair, protocol))}</ol>`,
      rows,
      columns: [
        { key: "claim", label: "Claim", value: (row) => row.text, wrap: true },
        { key: "protocol", label: "Protocol", value: (row) => row.protocol, cell: (row) => protocolLabel(row.protocol) },
        { key: "published", label: "Published", value: published },
        bound("ours", "Ours"),
        bound("low", "2.5%"),
        bound("high", "97.5%"),
        { key: "n", label: "n", value: (row) => row.n, numeric: true },
        { key: "verdict", label: "Verdict", value: (row) => row.verdict, cell: words },
        { key: "rule", label: "Rule", value: (row) => row.rule, wrap: true },
      ],
      file,
    },
    context,
  ); // prettier-ignore
}
