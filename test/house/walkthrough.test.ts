import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticketKeys } from '../../media/ticket/keys.ts';
import { root } from '../tools/places.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('The walkthrough', () => {
	const { commands, walkthroughs } = JSON.parse(read('package.json')).contributes;
	const steps: readonly { readonly description: string }[] = walkthroughs[0].steps;

	it('names each button as the command that it runs', () => {
		const titles = new Map<string, string>(
			commands.map(({ command, title }: { command: string; title: string }) => [command, title]),
		);
		const buttons = steps.flatMap(({ description }) => [
			...description.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\)/g),
		]);
		assert.equal(buttons.length, steps.length);
		assert.deepEqual(
			buttons.map(([, label]) => label),
			buttons.map(([, , command = '']) => titles.get(command)),
		);
	});

	it('names the keys of tickets as the list of keys does', () => {
		const rows = [...read('media/walkthrough/triage.md').matchAll(/^\| `(.)` \| (.*) \|$/gm)];
		assert.ok(rows.length >= 7);
		const labels = (key: string) =>
			ticketKeys.flatMap(([, letters, label]) => (letters.includes(key) ? [label] : []));
		assert.deepEqual(
			rows.map(([, , label]) => [label]),
			rows.map(([, key = '']) => labels(key.toLowerCase())),
		);
	});
});
