import type { Participant } from '../../../src/forge/shapes/people.ts';
import type { Accounts } from '../../../src/sandbox/server/accounts.ts';
import { properties, type Resolvers } from '../server/resolvers.ts';

/** The fields of the entities that are not users. */
export const entityFields: Resolvers = {
	EmailAddress: properties('canonicalName', 'mailbox', 'name'),
	ExternalUser: properties('canonicalName', 'externalId', 'externalUrl'),
};

/** An `Entity`: a user, the sender of a mail, or a user of another service. */
export function entityOf(who: Participant, accounts: Accounts): object {
	switch (who.type) {
		case 'user': {
			const account = accounts.find(who.canonical_name);
			if (!account) throw new Error(`${who.canonical_name} has no account`);
			return { __typename: 'User', ...account };
		}
		case 'email': {
			const { address: mailbox, name } = who;
			const canonicalName = name === null ? mailbox : `${name} <${mailbox}>`;
			return { __typename: 'EmailAddress', canonicalName, mailbox, name };
		}
		case 'external': {
			const { external_id: externalId, external_url: externalUrl } = who;
			return { __typename: 'ExternalUser', canonicalName: externalId, externalId, externalUrl };
		}
	}
}
