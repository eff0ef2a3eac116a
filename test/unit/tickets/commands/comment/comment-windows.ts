import { CommentFiles } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { readable, type stage } from '../../../../kit/forge/tracker-forge.ts';

export const ticket = (number: number) => ({
	...{ account: 'ana', owner: '~ana', tracker: 'editor' },
	ticket: number,
});

/** Windows of ana that share a folder. */
export const commentWindows = ({ forge, folder, ending }: ReturnType<typeof stage>) => ({
	windows: async () => {
		const [made, at] = [await forge(), await folder()];
		made.fill(2);
		return async () => {
			const { log } = readable();
			const { forges, signIn } = accountsOf(made, at, log);
			signIn('ana');
			const tickets = await Tickets.open({ forges, folder: at, log });
			ending(async () => {
				tickets.dispose();
				await tickets.texts.settled();
			});
			return { tickets, forge: made, files: new CommentFiles(tickets) };
		};
	},
});
