/** Whether an item of a view is the account's own, or one of another user that the account has pinned. */
export type Ownership = 'own' | 'pinned';

export const ownershipOf = (owner: string, me: string): Ownership => (owner === me ? 'own' : 'pinned');
