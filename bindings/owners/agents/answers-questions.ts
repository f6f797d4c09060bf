/**
 * Crawlers that fetch pages for the answers of AI assistants. In the table of crawlers, their purpose is `search` or `user-request`, which
 * other crawlers have too. So their tokens are listed here.
 */
export const answersQuestions: ReadonlySet<string> = new Set([
  ...["OAI-SearchBot", "ChatGPT-User", "Claude-SearchBot", "Claude-User", "PerplexityBot"],
  ...["Perplexity-User", "MistralAI-Index", "MistralAI-User", "meta-webindexer", "meta-externalfetcher"],
  ...["Amzn-SearchBot", "Amzn-User", "Google-Agent", "Google-GeminiNotebook", "Google-CloudVertexBot"],
  ...["DuckAssistBot", "YouBot", "Kimi-SearchBot", "Kimi-User", "cohere-ai"],
  ...["LinkupBot", "Diffbot-User", "ShapBot"],
]);
