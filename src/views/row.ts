import type { Ended } from '../signin/ledger.ts';

/** One line of a view, as plain data. */
export interface Row {
	/** The same for the same thing at every moment, and in its view for no other. */
	readonly id: string;
	readonly label: string;
	readonly description?: string;
	readonly tooltip?: string;
	/** The name of a codicon, and the colour that it has. */
	readonly icon?: string;
	readonly color?: string;
	/** What menus are chosen by. */
	readonly context?: string;
	/** What a click does. */
	readonly command?: { readonly id: string; readonly title: string; readonly arguments?: readonly unknown[] };
	/** Rows below it, asked for when it is opened. */
	readonly children?: () => Promise<readonly Row[]>;
	readonly isOpen?: boolean;
}

/** Something to say in the place where rows would be. */
export const notice = (id: string, icon: string, label: string, more: Partial<Row> = {}): Row => ({
	id: `notice/${id}`,
	icon,
	label,
	tooltip: label,
	...more,
});

/** An account that has to sign in again. */
export function endedRow({ id, instance, account, ending }: Ended): Row {
	const who = `${account} at ${instance}`;
	if (ending === 'elsewhere') {
		return notice(`ended/${id}`, 'info', `${who} signed in in another window`, {
			description: 'reload to see it here',
			tooltip:
				'This editor shows a sign-in of another window only after a reload. Click to reload this window.',
			command: { id: 'workbench.action.reloadWindow', title: 'Reload Window' },
		});
	}
	const why =
		ending === 'refused'
			? `${instance} no longer accepts its token, which has expired or was revoked.`
			: 'What was kept of it could not be read and was removed.';
	return notice(`ended/${id}`, 'account', `${who} is signed out`, {
		description: 'sign in again',
		tooltip: `${who} was signed out. ${why} Click to sign in again; nothing that you wrote is lost.`,
		context: 'ended',
		command: { id: 'tildeforge.signIn', title: 'Sign In', arguments: [{ instance }] },
	});
}
