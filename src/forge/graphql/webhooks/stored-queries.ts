import type { Area } from '../../webhooks/families.ts';

const owned = 'id name owner { canonical_name: canonicalName }';

/** What the body of each event contains, as fragments on the types of the events. */
const bodies: Readonly<Record<Area, string>> = {
	lists: `
		... on MailingListEvent { body: list { ${owned} } }
		... on EmailEvent { body: email { id list { ${owned} } } }
		... on PatchsetEvent { body: patchset { id list { ${owned} } } }`,
	repositories: `
		... on RepositoryEvent { body: repository { ${owned} } }
		... on GitEvent {
			pusher { canonical_name: canonicalName }
			updates { ref { name } old { id } new { id } }
		}`,
	trackers: `
		... on TrackerEvent { body: tracker { ${owned} } }
		... on TicketEvent { body: ticket { id tracker { ${owned} } } }
		... on EventCreated { body: newEvent { id ticket { id tracker { ${owned} } } } }
		... on LabelEvent { body: label { id name tracker { ${owned} } } }`,
};

/**
 * The query that the forge executes for each event of a hook. Its answer is the body of the delivery. It asks for little, because each
 * delivery only leads to a read, and a query that costs too much keeps the event from all hooks. It has only fields that old versions have,
 * too: if it no longer fits the schema, each change that causes the event fails.
 */
export const storedQuery = (area: Area): string => `query { webhook { uuid event date ${bodies[area]} } }`;
