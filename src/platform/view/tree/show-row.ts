/**
 * Moves the focus to the row of what the user has pinned or created, while the box in which they did so is still open. `left` aborts when
 * they leave the box: what they do next keeps the focus.
 */
export type ShowRow = (row: string, left: AbortSignal) => Promise<void>;
