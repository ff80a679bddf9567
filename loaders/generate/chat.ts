import type OpenAI from "openai";
import { APIError } from "openai";
import { estimateTokens, type TokenCount } from "../api/cost.ts";
import { ApiFailure } from "../api/failure.ts";
import { answerSchema } from "./answer.ts";
import type { BugSource, Message } from "./prompts.ts";

/** What decides an answer, beside the prompt. */
export interface ChatSettings {
  model: string;
  bugs: BugSource;
  /** `schema` asks the endpoint to hold the answer to a JSON schema, `text` trusts the prompt. */
  format: "schema" | "text";
  /** Left to the endpoint where absent; reasoning models refuse some of them. */
  temperature?: number | undefined;
  seed?: number | undefined;
  effort?: string | undefined;
  /** Reasoning included. */
  maxTokens: number;
}

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  /** False where the endpoint counted nothing and the numbers are estimates from the texts' bytes. */
  counted: boolean;
}

/** An answer as the endpoint gave it. */
export interface Reply {
  content: string;
  /** Why it ended: `stop`, `length`, `content_filter`, or what a refusal says. */
  finish: string;
  /** The model that the endpoint says has answered. */
  served_model: string;
  usage: Usage;
}

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

export function requestBody(settings: ChatSettings, messages: readonly Message[]): Body {
  const { model, bugs, format, temperature, seed, effort, maxTokens } = settings;
  return {
    model,
    messages: [...messages],
    max_completion_tokens: maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(effort === undefined ? {} : { reasoning_effort: effort as NonNullable<Body["reasoning_effort"]> }),
    ...(format === "schema"
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: "task", strict: true, schema: answerSchema(bugs) },
          },
        }
      : {}),
  };
}

/** The most that a request can take. */
export const estimateOf = ({ messages, max_completion_tokens: most }: Body): TokenCount => ({
  input: estimateTokens(messages.map(({ content }) => content as string)),
  output: most ?? 0,
});

/**
 * A completion as a reply. Whatever an endpoint sends is typed as a completion; some send an error with status 200.
 * @throws ApiFailure when it holds no choice
 */
export function readCompletion(value: unknown, body: Body): Reply {
  const completion = value as Partial<OpenAI.Chat.Completions.ChatCompletion> | null;
  const choice = completion?.choices?.[0];
  const message = choice?.message as OpenAI.Chat.Completions.ChatCompletionMessage | undefined;
  if (!completion || !choice || !message)
    throw new ApiFailure("an unusable answer: it has no choice", { mayPass: true });
  const content = message.content ?? "";
  const usage = completion.usage;
  return {
    content,
    finish: message.refusal ?? (choice.finish_reason as string | undefined) ?? "",
    served_model: completion.model ?? body.model,
    usage: {
      prompt_tokens: usage?.prompt_tokens ?? estimateOf(body).input,
      completion_tokens: usage?.completion_tokens ?? estimateTokens([content]),
      reasoning_tokens: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
      counted: usage !== undefined,
    },
  };
}

/** Whether an endpoint refuses a request because it knows no structured output. */
export const refusesSchema = (error: unknown): boolean =>
  error instanceof APIError &&
  (error.status === 400 || error.status === 422) &&
  /response_format|json_schema|structured|guided/i.test(error.message);
