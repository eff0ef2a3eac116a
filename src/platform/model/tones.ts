/** What code is colored by. `media/patchset.css` has a color for each. */
export const tones = ['keyword', 'string', 'number', 'name', 'comment'] as const;

export type Tone = (typeof tones)[number];
