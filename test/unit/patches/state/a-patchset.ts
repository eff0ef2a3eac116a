import type { Patchset } from '../../../../src/forge/shapes/lists.ts';

/** A patchset as a list has it. */
export const patchsetOf = (id: number, more: Partial<Patchset> = {}): Patchset => ({
	...{ id, created: '2026-02-01T00:00:00Z', updated: '', subject: `Change ${id}`, prefix: null, version: 1 },
	...{ status: 'proposed', submitter: 'Bob <bob@mail.test>', reply_to: null, message_id: null },
	...{ list: null, cover_letter: null, superseded_by: null },
	...more,
});
