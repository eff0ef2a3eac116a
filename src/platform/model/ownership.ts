/** Whether an item of a view is the account's own, or one of another user that the account has pinned. */
export type Ownership = 'own' | 'pinned';

export const ownershipOf = (owner: string, me: string): Ownership => (owner === me ? 'own' : 'pinned');

/** The ownership of an item that a view shows. One that only belongs to the project of the workspace is neither own nor pinned. */
export type ShownOwnership = Ownership | 'other';

export const shownOwnershipOf = (owner: string, me: string, isPinned: boolean): ShownOwnership =>
	owner === me || isPinned ? ownershipOf(owner, me) : 'other';
