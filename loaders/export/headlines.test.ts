import { describe, expect, it } from "vitest";
import { withHeadlines } from "./headlines.ts";

const README = "before\n<!-- findings: npm run findings -->\nold\n<!-- /findings -->\nafter\n";
const found = [
  { page: "/", sentence: "It is 16.4%." },
  { page: "kafka/evolution", sentence: "It takes 30." },
];

describe("the findings in a text", () => {
  it("stand between the marks, each with its page, and nothing else changes", () => {
    expect(withHeadlines(README, found)).toBe(
      "before\n<!-- findings: npm run findings -->\n\n- It is 16.4%. (`/`)\n- It takes 30. (`kafka/evolution`)\n\n<!-- /findings -->\nafter\n",
    );
  });

  it("are written over by themselves", () => {
    const once = withHeadlines(README, found);
    expect(withHeadlines(once, found)).toBe(once);
  });

  it("need both marks, in order", () => {
    expect(() => withHeadlines("<!-- findings: npm run findings -->", found)).toThrow("<!-- /findings -->");
  });
});
