import assert from 'node:assert/strict';
import { openLink } from '../../../../src/patches/page/open-link.ts';

const forge = {
	name: 'forge.test',
	identity: 'https://meta.forge.test',
	lists: 'https://lists.forge.test/',
	trackers: 'https://todo.forge.test',
};
const other = { name: 'other.test', trackers: 'https://todo.other.test' };

/** Opens a link on a page, in a VS Code that can show tickets, and returns what was opened. */
async function open(reference: string, isSignedIn = true) {
	const opened: unknown[] = [];
	openLink(reference, {
		host: {
			lists: { accounts: [{ instance: other }, ...(isSignedIn ? [{ instance: forge }] : [])] },
			openTarget: ({ target, account, instance }) => {
				if (target.kind === 'ticket') opened.push([account, instance?.name, target.ticket]);
				return target.kind === 'ticket';
			},
			openInBrowser: (address) => opened.push(address),
			showUnsupportedLink: (address) => opened.push(`not opened: ${address}`),
		},
		key: { account: 'ana' },
		loader: { source: isSignedIn ? { instance: forge } : undefined },
	});
	await new Promise(setImmediate);
	return opened;
}

describe('A link on the page of a series', () => {
	const cases: readonly [what: string, reference: string, opened: readonly unknown[]][] = [
		['to a ticket of the forge opens it in VS Code', 'ticket:~ana/editor#3', [['ana', 'forge.test', 3]]],
		[
			'to a ticket of another forge opens it in VS Code',
			'https://todo.other.test/~bob/tools/4',
			[['ana', 'other.test', 4]],
		],
		['to a user opens the web page', 'user:~bob', ['https://lists.forge.test/~bob']],
		[
			'to a page that VS Code cannot show opens the browser',
			'https://todo.forge.test/~ana/editor',
			['https://todo.forge.test/~ana/editor'],
		],
		['to the web opens the browser', 'https://example.org/a', ['https://example.org/a']],
		['with code opens nothing', 'javascript:alert(1)', []],
		[
			'with an unsupported scheme is not opened, and the user learns why',
			'unsupported:command:x.y',
			['not opened: command:x.y'],
		],
	];
	for (const [what, reference, expected] of cases)
		it(what, async () => assert.deepEqual(await open(reference), expected));
});
