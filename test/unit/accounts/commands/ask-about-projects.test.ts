import assert from 'node:assert/strict';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { askAboutProjects } = await import('../../../../src/accounts/commands/ask-about-projects.ts');

type Result = Awaited<ReturnType<Parameters<typeof askAboutProjects>[0]['askAboutProjects']>>;

/** Asks, with these results one after the other. Returns how often the user was asked to sign in. */
async function ask(...results: Result[]): Promise<number> {
	let signIns = 0;
	const views = { askAboutProjects: async () => results.shift() ?? assert.fail('asked too often') };
	await askAboutProjects(views, async () => ++signIns);
	assert.deepEqual(results, []);
	return signIns;
}

describe('Asking again about the project', () => {
	it('says why there is nothing to ask', async () => {
		const cases = [
			['nothing', /^information: No ticket tracker or mailing list has the name of /],
			['offline', /^information: The forge cannot be reached\. Try again later\./],
			['no-account', /^information: To find this project's .+, sign in to its forge first\.: Sign In…$/],
			['untrusted', /^information: .+ Trust the workspace first\./],
		] as const;
		assert.equal(await ask('asked'), 0);
		assert.deepEqual(takeCalls(), []);
		for (const [result, message] of cases) {
			await ask(result);
			assert.match(takeCalls().join(), message);
		}
	});

	it('offers to sign in if no account can look for the project, and then asks again', async () => {
		answerWith(enter('Sign In…'));
		assert.equal(await ask('no-account', 'asked'), 1);
	});
});
