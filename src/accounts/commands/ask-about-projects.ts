import { showInformation } from '../../platform/editor/messages.ts';
import type { Views } from '../../platform/view/views.ts';

/** Why the user was asked nothing about the project. */
const nothingAsked = {
	nothing:
		"No ticket tracker or mailing list with the name of this project's repository was found, or .hut.scfg names them.",
	offline: 'The forge cannot be reached. Try again later.',
	'no-account':
		"No account can look for this project's ticket tracker and mailing list. Sign in to the project's forge first.",
	untrusted: 'Tildeforge does not run git in folders that you do not trust. Trust the workspace first.',
};

/** Asks again what belongs to the projects of the workspace, or says why there is nothing to ask. */
export async function askAboutProjects(
	views: Pick<Views, 'askAboutProjects'>,
	signIn: () => Promise<unknown>,
): Promise<void> {
	while (true) {
		const result = await views.askAboutProjects();
		if (result === 'asked') return;
		const buttons = result === 'no-account' ? (['Sign In…'] as const) : [];
		const button = await showInformation(nothingAsked[result], ...buttons);
		if (button === undefined || !(await signIn())) return;
	}
}
