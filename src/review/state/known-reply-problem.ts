import { Lifetime } from '../../base/lifetime.ts';
import { replyProblem } from '../../patches/model/permissions.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import type { ListKey } from '../../platform/model/keys.ts';

/** Why the user may not answer mails of a list, as far as is known without a request. Empty if they may. */
export async function knownReplyProblem(account: ListAccount, { owner, list }: ListKey): Promise<string> {
	using lifetime = new Lifetime();
	const item = { owner, name: list };
	const { details } = account.lists.cache(item, lifetime);
	await details?.open();
	const isSubscribed = account.lists.subscription(item) !== undefined;
	return details?.value ? replyProblem(details.value, { me: account.session.account, isSubscribed }) : '';
}
