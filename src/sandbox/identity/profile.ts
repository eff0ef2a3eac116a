import { get, one } from '../../forge/contract/row.ts';
import { User } from '../../forge/shapes/people.ts';
import { user } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { Refusal } from '../server/refusal.ts';
import { type Route, serve } from '../server/serve.ts';

const profileRows = { profile: get('/api/user/profile', null, one(User)) };

/** Says whose token it is. */
export const profileRoutes = (drift: ReadonlySet<Quirk>): readonly Route[] =>
	serve(profileRows, {
		profile: ({ caller: { account, token } }) => {
			const isNewer = !/^[0-9a-f]{32}$/.test(token.value);
			if (isNewer && drift.has('rest-refuses-newer-tokens'))
				throw new Refusal(401, 'Invalid or expired OAuth token');
			return user(account);
		},
	});
