import type { CommandTable } from '../platform/commands/command-table.ts';
import { copyDiagnostics } from './commands/diagnostics.ts';
import { openWalkthrough, trySample } from './commands/get-started.ts';
import { signOut } from './commands/sign-out.ts';
import { testConnection } from './commands/test-connection.ts';
import type { SignInOptions } from './dialog/sign-in.ts';
import type { Accounts } from './index.ts';

/** The commands on accounts and forges. */
export const accountCommands = {
	'tildeforge.signIn': ({ signIn }, options?: SignInOptions) => signIn(options),
	'tildeforge.signOut': ({ forges }, row?: Parameters<typeof signOut>[1]) => signOut(forges, row),
	'tildeforge.grant': ({ signIn }, options: SignInOptions) => signIn(options),
	'tildeforge.pasteCode': ({ pendingSignIns }) => pendingSignIns.show(),
	'tildeforge.cancelSignIn': ({ pendingSignIns }) => pendingSignIns.escape(),
	'tildeforge.trySample': ({ forges, sample }) => trySample(() => sample.signIn(forges)),
	'tildeforge.getStarted': () => openWalkthrough(),
	'tildeforge.testConnection': ({ forges }) => testConnection(forges),
	'tildeforge.copyDiagnostics': ({ forges }) => copyDiagnostics(forges),
} satisfies CommandTable<Accounts>;
