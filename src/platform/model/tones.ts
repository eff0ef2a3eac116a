/** What code is colored by. A style sheet has a color for each. */
export const tones = ['keyword', 'string', 'number', 'name', 'comment'] as const;

export type Tone = (typeof tones)[number];
