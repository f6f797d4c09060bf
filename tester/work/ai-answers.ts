/**
 * Crawlers that fetch pages for answers of an AI: search engines of assistants, and the assistants themselves. The table of
 * crawlers does not tell them from other search engines and fetchers, so they are listed here.
 */
export const answersQuestions: ReadonlySet<string> = new Set([
  ...["OAI-SearchBot", "ChatGPT-User", "Claude-SearchBot", "Claude-User", "PerplexityBot"],
  ...["Perplexity-User", "MistralAI-Index", "MistralAI-User", "meta-webindexer", "meta-externalfetcher"],
  ...["Amzn-SearchBot", "Amzn-User", "Google-Agent", "Google-GeminiNotebook", "Google-CloudVertexBot"],
  ...["DuckAssistBot", "YouBot", "Kimi-SearchBot", "Kimi-User", "cohere-ai"],
  ...["LinkupBot", "Diffbot-User", "ShapBot"],
]);
