import * as vscode from 'vscode';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { accountLabel, type Session } from '../../signin/sessions/session.ts';
import type { SessionRegistry } from '../../signin/sessions/session-registry.ts';
import type { Forges } from '../forges/forges.ts';

type Accounts = Pick<Forges, 'registry' | 'signOut'>;

/** The account that a row of a view is about. */
interface AccountRow {
	readonly about?: { readonly kind: string; readonly id?: string };
}

/**
 * Signs out an account after the user confirms. Asks which one if there are several. Forgets an account that the forge has already signed
 * out, without asking.
 */
export async function signOut(forges: Accounts, row?: AccountRow): Promise<void> {
	const { registry } = forges;
	const { kind, id = '' } = row?.about ?? {};
	// The user may have signed in again in another window.
	const forget = (ended: string) => {
		const session = registry.get(ended);
		return session ? signOutOf(forges, session) : registry.remove(ended);
	};
	if (kind === 'ended') return forget(id);
	const rowSession = kind === 'account' ? registry.get(id) : undefined;
	if (rowSession) return signOutOf(forges, rowSession);
	// An account that another window has signed in to cannot be read here until this window is reloaded.
	const ended = registry.ended.filter(({ ending }) => ending !== 'elsewhere');
	const items = [
		...sortedSessions(registry).map((session) => ({
			label: escapeIcons(session.account),
			description: escapeIcons(session.instance),
			act: () => signOutOf(forges, session),
		})),
		...ended.map((one) => ({
			label: one.ending === 'damaged' ? 'Unknown account' : escapeIcons(one.account),
			description:
				one.ending === 'damaged' ? 'could not be read' : escapeIcons(`${one.instance}, already signed out`),
			act: () => forget(one.id),
		})),
	];
	const [only] = items;
	if (!only) {
		showInStatusBar("You're not signed in.");
		return;
	}
	const chosen =
		items.length === 1
			? only
			: await vscode.window.showQuickPick(items, { placeHolder: 'Select an account to sign out' });
	await chosen?.act();
}

async function signOutOf(forges: Accounts, session: Session): Promise<void> {
	const detail =
		'Cached tickets, patches and files of this account are removed from this machine. Drafts ' +
		'and waiting changes are kept.';
	if (await confirm(`Sign out ${accountLabel(session)}?`, detail, 'Sign Out')) await forges.signOut(session);
}

/** The only account, or the one that the user chooses. Returns undefined if the user cancels. If there is none, offers to sign in. */
export async function chooseAccount(
	registry: SessionRegistry,
	placeHolder: string,
): Promise<Session | undefined> {
	const sessions = sortedSessions(registry);
	if (sessions.length === 0) await offerSignIn();
	if (sessions.length < 2) return sessions[0];
	const items = sessions.map((session) => ({
		label: escapeIcons(session.account),
		description: escapeIcons(session.instance),
		session,
	}));
	return (await vscode.window.showQuickPick(items, { placeHolder }))?.session;
}

const sortedSessions = (registry: SessionRegistry): readonly Session[] =>
	[...registry.sessions].sort(
		(a, b) => a.instance.localeCompare(b.instance) || a.account.localeCompare(b.account),
	);
