import assert from 'node:assert/strict';
import { person } from '../../../kit/forge/person.ts';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { chooseRow, pageOfForge, signInWindows } from './sign-in-window.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { signIn } = await import('../../../../src/accounts/dialog/sign-in.ts');

describe('Signing in to a forge whose trackers speak only GraphQL', () => {
	const windows = signInWindows('graphql');

	function open() {
		setSetting('clipboard', '');
		takeCalls();
		const window = windows.open();
		return { ...window, answer: signIn(window.services, new Wizard(), { instance: 'forge.test' }) };
	}

	it('with the browser stores that they are asked in GraphQL', async () => {
		const { answer } = open();
		await chooseRow('browser');
		await person(windows.addresses().identity, 'ana').comeBack(await pageOfForge());
		const session = await answer;
		assert.deepEqual([session?.account, session?.graphql?.includes('trackers')], ['~ana', true]);
		assert.ok(session?.scopes?.includes('todo.sr.ht/tickets:write'), String(session?.scopes));
		assert.ok(session?.scopes?.includes('hub.sr.ht/projects:read'), String(session?.scopes));
	});

	it('with a token opens a page that preselects the scopes of GraphQL, and stores the dialect', async () => {
		const { answer } = open();
		await chooseRow('Paste a token');
		const field = await chooseRow('Create Token in Browser…');
		const page = new URL(await pageOfForge());
		const grants = page.searchParams.get('grants')?.split(' ') ?? [];
		assert.equal(page.pathname, '/oauth2/personal-token');
		for (const scope of ['TRACKERS:RW', 'TICKETS:RW', 'EVENTS:RO', 'PROFILE:RO'])
			assert.ok(grants.includes(`todo.sr.ht/${scope}`), String(grants));
		assert.ok(!grants.includes('tickets:write'), String(grants));
		assert.ok(grants.includes('hub.sr.ht/PROJECTS:RO'), String(grants));
		field.type(windows.graphqlTokenOf('~ana'));
		field.accept();
		const session = await answer;
		assert.deepEqual([session?.account, session?.graphql?.includes('trackers')], ['~ana', true]);
	});
});
