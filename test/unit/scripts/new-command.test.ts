import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCommand } from '../../tools/new-command.ts';
import { root } from '../../tools/places.ts';

const manifest = readFileSync(join(root, 'package.json'), 'utf8');
const table = readFileSync(join(root, 'src/tickets/command-table.ts'), 'utf8');

describe('npm run new -- command', () => {
	it('adds the command to the manifest, after those of its feature, and to the table', () => {
		const changed = withCommand({ name: 'exportTickets', manifest, table });
		const { commands, menus } = JSON.parse(changed.manifest).contributes;
		const command = 'tildeforge.exportTickets';
		const item = { command, title: 'Export Tickets', category: 'Tildeforge' };
		const at = commands.findIndex((one: typeof item) => one.command === command);
		assert.deepEqual(commands[at], item);
		assert.ok(table.includes(`'${commands[at - 1].command}'`));
		assert.ok(menus.commandPalette.some((one: typeof item) => one.command === command));
		const row = `\t'${command}': (part, ...args: CommandArguments) => part.exportTickets(args),\n`;
		assert.equal(changed.table.replace(row, ''), table);
		assert.notEqual(changed.table, table);
	});

	it('changes nothing else in the manifest', () => {
		const { contributes, ...rest } = JSON.parse(
			withCommand({ name: 'exportTickets', manifest, table }).manifest,
		);
		const { contributes: before, ...restBefore } = JSON.parse(manifest);
		assert.deepEqual(rest, restBefore);
		assert.equal(contributes.commands.length, before.commands.length + 1);
	});

	for (const [name, message] of [
		['Export tickets', /cannot be the name of a command/],
		['openTicket', /There is a command tildeforge\.openTicket/],
	] as const)
		it(`refuses ${name}`, () => {
			assert.throws(() => withCommand({ name, manifest, table }), message);
		});
});
