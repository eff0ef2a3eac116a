import type { Email } from '../../../../src/forge/shapes/lists.ts';

/** A mail as the forge lists it. */
export const anEmail = (id: number, more: Partial<Email> = {}): Email => ({
	...{ id, created: '2026-02-01T00:00:00Z', subject: `Mail ${id}`, message_id: `<${id}@mail.test>` },
	...{ parent_id: null, thread_id: null, list: null, sender: null, patchset: null, replies: null },
	...{ is_patch: null, is_request_pull: null, participants: null, envelope: null },
	...more,
});
