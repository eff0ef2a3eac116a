import { userHover } from '../../platform/model/markdown/user-hover.ts';
import type { Users } from '../../platform/state/users.ts';
import type { Row } from '../../platform/view/row.ts';
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
): Pick<Exclude<NonNullable<Row['tooltip']>, string>, 'more'> =>
	name !== undefined && describeUsers ? { more: (signal) => describeUsers([name], signal) } : {};
