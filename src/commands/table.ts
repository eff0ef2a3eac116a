import type { Desk } from '../host/desk.ts';
import type { Wish } from '../host/signin/sign-in.ts';
import type { Sample } from './sample.ts';

/** What the commands work with. Each takes from it what it needs; nothing else is handed around. */
export interface Workbench {
	readonly channel: { show(): void };
	/** Loads what accounts need. */
	readonly desk: () => Promise<Desk>;
	readonly sample: Sample;
	/** Asks the forge again for what the views show. */
	readonly refresh: () => void;
}

/** Every command of the manifest and what it does; heavier ones load their file in here, on first use. */
export function commandTable({
	channel,
	desk,
	sample,
	refresh,
}: Workbench): Record<string, (...given: never[]) => unknown> {
	return {
		'tildeforge.signIn': async (wish?: Wish) => (await desk()).signIn(wish),
		'tildeforge.signOut': async () => {
			const [{ forges }, { signOut }] = await Promise.all([desk(), import('./sign-out.ts')]);
			await signOut(forges);
		},
		'tildeforge.grant': async (wish: Wish) => (await desk()).signIn(wish),
		'tildeforge.trySample': async () => sample.enter((await desk()).forges),
		'tildeforge.testConnection': async () => {
			const [{ forges }, { testConnection }] = await Promise.all([desk(), import('./test-connection.ts')]);
			await testConnection(forges);
		},
		'tildeforge.copyDiagnostics': async () => {
			const [{ forges }, { copyDiagnostics }] = await Promise.all([desk(), import('./diagnostics.ts')]);
			await copyDiagnostics(forges);
		},
		'tildeforge.refresh': refresh,
		'tildeforge.showLog': () => channel.show(),
	};
}
