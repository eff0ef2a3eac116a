import assert from 'node:assert/strict';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { person } from '../../../kit/forge/person.ts';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { chooseRow, type latestBox, pageOfForge, signInWindows } from './sign-in-window.ts';

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
	const messageOf = (box: ReturnType<typeof latestBox>): unknown =>
		Object(box.validationMessage).message ?? box.validationMessage;

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

	it('refuses a token of the older form, and says which token is needed', async () => {
		const { answer, accounts } = open();
		await chooseRow('Paste a token');
		const field = await chooseRow('Enter Token…');
		field.type(windows.tokenOf('~ana'));
		field.accept();
		await until(() => field.enabled && !field.busy);
		assert.equal(
			messageOf(field),
			`forge.test needs a newer kind of token than this one. Create a personal access token at ${windows.addresses().identity}/oauth2/personal-token and sign in with it.`,
		);
		field.hide();
		assert.deepEqual([await answer, accounts()], [undefined, []]);
	});

	it('says which scope a token lacks', async () => {
		const { answer } = open();
		await chooseRow('Paste a token');
		const field = await chooseRow('Create Token in Browser…');
		const needed = new URL(await pageOfForge()).searchParams.get('grants')?.split(' ') ?? [];
		const grants = needed.filter((scope) => scope !== 'todo.sr.ht/EVENTS:RO').join(' ');
		const claims = { expires: Date.now() + 3_600_000, grants, client: '', username: 'ana' };
		field.type(createBearer(claims, Buffer.alloc(32, 1), 1));
		assert.match(String(messageOf(field)), /Missing permissions: todo\.sr\.ht\/EVENTS:RO\./);
		field.hide();
		await answer;
	});
});
