/** What code is colored by. A style sheet has a color for each. */
export const syntaxTokenTypes = ['keyword', 'string', 'number', 'name', 'comment'] as const;

export type SyntaxTokenType = (typeof syntaxTokenTypes)[number];
