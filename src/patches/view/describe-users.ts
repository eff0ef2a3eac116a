import { userHover } from '../../platform/model/markdown/user-hover.ts';
import type { Users } from '../../platform/state/users.ts';
import type { ListAccount } from '../state/mailing-lists.ts';

/** Describes users of a forge in Markdown. */
export type DescribeUsers = (names: readonly string[], signal: AbortSignal) => Promise<string>;

/** Describes users as an account sees them, each read from the forge once. */
export const describeUsersOf =
	(users: Users, account: ListAccount): DescribeUsers =>
	async (names, signal) => {
		const found = await users.readSome(account, names, signal);
		return found.flatMap((user) => ['---', userHover(user)]).join('\n\n');
	};

/** The part of a hover about a person, if they have an account. */
export const personPart = (
	name: string | undefined,
	describeUsers: DescribeUsers | undefined,
): { readonly more?: (signal: AbortSignal) => Promise<string> } =>
	name !== undefined && describeUsers ? { more: (signal) => describeUsers([name], signal) } : {};
