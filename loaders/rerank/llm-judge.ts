import type OpenAI from "openai";
import { estimateTokens } from "../api/cost.ts";
import { ApiFailure } from "../api/failure.ts";
import { openAiClient } from "../api/request.ts";
import { withRetries } from "../api/retry.ts";
import { listPrompt, type Message, scorePrompt, yesPrompt } from "./prompts.ts";
import { readNumber, readOrder, yesShare } from "./read-judgment.ts";
import type { ListwiseEntry, PointwiseEntry } from "./registry.ts";
import type { Reranker, Retrying, Usage } from "./reranker.ts";

type Entry = PointwiseEntry | ListwiseEntry;
type Choice = OpenAI.Chat.Completions.ChatCompletion.Choice;

/** A judge that sees one candidate a request. */
export function openPointwise(entry: PointwiseEntry, retrying: Retrying = {}): Reranker {
  const { prepare, ask } = openChat(entry, retrying);
  const byLogprob = entry.answer === "yes-logprob";
  const prompt = byLogprob ? yesPrompt : scorePrompt;
  return {
    id: entry.id,
    prepare,
    estimate: (query, candidates) => ({
      input: estimateTokens(candidates.flatMap((code) => contents(prompt(query, code)))),
      output: candidates.length * entry.max_output_tokens,
    }),
    async score(query, candidates, use) {
      const sum: Usage = { input: 0, output: 0, repaired: 0 };
      const scores: number[] = [];
      for (const code of candidates) {
        const { choice, input, output } = await ask(prompt(query, code), byLogprob);
        const score = byLogprob
          ? yesShare(choice.logprobs?.content?.[0]?.top_logprobs ?? [])
          : readNumber(choice.message.content ?? "");
        sum.input += input;
        sum.output += output;
        // Asked again at temperature 0 it would say the same: what does not vouch for a candidate counts as the lowest.
        if (score === undefined) sum.repaired++;
        scores.push(score ?? 0);
      }
      use?.(sum);
      return scores;
    },
    close: () => Promise.resolve(),
  };
}

/** A judge that orders a whole list a request. The score counts the candidates from its place down. */
export function openListwise(entry: ListwiseEntry, retrying: Retrying = {}): Reranker {
  const { prepare, ask } = openChat(entry, retrying);
  return {
    id: entry.id,
    prepare,
    estimate: (query, candidates) => ({
      input: estimateTokens(contents(listPrompt(query, candidates))),
      output: entry.max_output_tokens,
    }),
    async score(query, candidates, use) {
      const { choice, input, output } = await ask(listPrompt(query, candidates), false);
      const { order, repaired } = readOrder(choice.message.content ?? "", candidates.length);
      const scores = new Array<number>(candidates.length);
      order.forEach((candidate, place) => (scores[candidate] = candidates.length - place));
      use?.({ input, output, repaired: Number(repaired) });
      return scores;
    },
    close: () => Promise.resolve(),
  };
}

const contents = (messages: readonly Message[]): string[] => messages.map(({ content }) => content);

interface Answer {
  choice: Choice;
  input: number;
  output: number;
}

interface Chat {
  prepare(): Promise<void>;
  /** One completion at temperature 0, asked for again while its failure may pass. */
  ask(messages: Message[], logprobs: boolean): Promise<Answer>;
}

function openChat(entry: Entry, retrying: Retrying): Chat {
  let opened: OpenAI | undefined;
  const client = (): OpenAI =>
    (opened ??= openAiClient({
      service: entry.label,
      baseUrl: entry.base_url,
      keyVariable: entry.key,
      timeoutMs: entry.timeout_s * 1000,
    }));
  const complete = async (messages: Message[], logprobs: boolean): Promise<Answer> => {
    const completion = await client().chat.completions.create({
      model: entry.model,
      messages,
      temperature: 0,
      max_tokens: entry.max_output_tokens,
      ...(logprobs ? { logprobs: true, top_logprobs: 20 } : {}),
    });
    return readAnswer(completion, messages);
  };
  return {
    prepare: async () => void (await Promise.resolve(client())),
    ask: (messages, logprobs) =>
      withRetries(() => complete(messages, logprobs), { ...retrying, service: entry.label }),
  };
}

/** The first choice and the tokens. Whatever a server sends is typed as a completion; some send an error with status 200. */
function readAnswer(
  completion: OpenAI.Chat.Completions.ChatCompletion,
  messages: readonly Message[],
): Answer {
  const choice = (completion.choices as Choice[] | undefined)?.[0];
  if (!(choice as { message?: unknown } | undefined)?.message)
    throw new ApiFailure("an unusable answer: it has no choice", { mayPass: true });
  const { prompt_tokens, completion_tokens } = completion.usage ?? {};
  return {
    choice: choice!,
    input: prompt_tokens ?? estimateTokens(contents(messages)),
    output: completion_tokens ?? estimateTokens([choice!.message.content ?? ""]),
  };
}
