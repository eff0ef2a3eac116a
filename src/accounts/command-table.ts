import type { CommandTable } from '../platform/commands/command-table.ts';
import type { signOut as signOutOf } from './commands/sign-out.ts';
import type { SignInOptions } from './dialogue/sign-in.ts';
import type { Accounts } from './index.ts';

/** The commands on accounts and forges. Larger ones load their file on first use. */
export const accountCommands = {
	'tildeforge.signIn': ({ signIn }, options?: SignInOptions) => signIn(options),
	'tildeforge.signOut': async ({ forges }, row?: Parameters<typeof signOutOf>[1]) =>
		(await import('./commands/sign-out.ts')).signOut(forges, row),
	'tildeforge.grant': ({ signIn }, options: SignInOptions) => signIn(options),
	'tildeforge.pasteCode': ({ pendingSignIns }) => pendingSignIns.show(),
	'tildeforge.cancelSignIn': ({ pendingSignIns }) => pendingSignIns.escape(),
	'tildeforge.trySample': async ({ forges, sample }) =>
		(await import('./commands/get-started.ts')).trySample(() => sample.signIn(forges)),
	'tildeforge.getStarted': async () => (await import('./commands/get-started.ts')).openWalkthrough(),
	'tildeforge.testConnection': async ({ forges }) =>
		(await import('./commands/test-connection.ts')).testConnection(forges),
	'tildeforge.copyDiagnostics': async ({ forges }) =>
		(await import('./commands/diagnostics.ts')).copyDiagnostics(forges),
} satisfies CommandTable<Accounts>;
