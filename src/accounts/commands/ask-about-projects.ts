import { showInformation } from '../../platform/editor/messages.ts';
import type { Views } from '../../platform/view/views.ts';

/** Why the user was asked nothing about the project. */
const nothingAsked = {
	nothing:
		"No ticket tracker or mailing list has the name of this project's repository, or the file .hut.scfg already names them.",
	offline: 'The forge cannot be reached. Try again later.',
	'no-account': "To find this project's ticket tracker and mailing list, sign in to its forge first.",
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
