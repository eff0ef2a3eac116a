import assert from 'node:assert/strict';
import { emptyBody } from '../../../../../src/tickets/model/ticket-draft.ts';
import { creationOf } from '../../../../../src/tickets/state/changes/text-format.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { projectItems } from '../../../../kit/items/project-items.ts';
import {
	answerWith,
	documents,
	enter,
	FakeDocument,
	passTurns,
	setSetting,
	takeCalls,
} from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';
import { signedIn } from '../signed-in.ts';

const { TodoReferences } = await import('../../../../../src/tickets/commands/code/todo-references.ts');
const { Range, Uri } = await import('vscode');

const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const code = '{\n\treturn 1; /* TODO: why? */\n}\n';
const offer = (button: string) =>
	`information: Ticket ~ana/editor#1 was created. Write its number into the TODO in main.c:2?: ${button}`;

describe('The number of a new ticket', () => {
	const resources = stage();

	/** A file, about a line of which the user begins a ticket. */
	async function begin({
		line = 1,
		inProject = [],
		text = code,
	}: {
		readonly text?: string;
		readonly line?: number;
		readonly inProject?: readonly string[];
	} = {}) {
		setSetting('tildeforge.todoWords', ['TODO']);
		const forge = await resources.forge();
		const tickets = await signedIn(forge, resources, 'ana');
		const todos = new TodoReferences(tickets, projectItems(...inProject).items);
		resources.ending(() => todos.dispose());
		const document = new FakeDocument(Uri.file('/project/main.c'), text, () => {});
		documents.push(document);
		const selection = Object.assign(new Range(0, 0, 0, 0), { isEmpty: true, isSingleLine: true });
		todos.didBegin(tracker, { document, selection } as never, line);
		/** The user sends a ticket with this text. */
		const create = async (text: string) => {
			const written = tickets.textSender.newText(tracker, { ...emptyBody, title: 'Why?', text });
			const creation = { ...creationOf(written.body), newest: 0 };
			await tickets.textSender.send(written, [{ key: tracker, change: { change: {}, creation } }]);
			await until(() => tickets.outbox.entries.length === 0 && forge.tracker.tickets.length > 0);
			await passTurns();
		};
		return { document, create };
	}

	it('is short in the project of the tracker, and is written where the TODO is now', async () => {
		const { document, create } = await begin({ inProject: ['~ana/editor'] });
		document.type(`int main(void)\n${code}`);
		answerWith(enter('Write #1'));
		await create('`main.c:2`\n');
		assert.deepEqual(takeCalls(), [offer('Write #1')]);
		assert.equal(document.getText(), `int main(void)\n${code.replace('TODO', 'TODO(#1)')}`);
	});

	it('is not written into a TODO that has changed, and the user learns it', async () => {
		const { document, create } = await begin();
		document.type(code.replace('why', 'why not'));
		answerWith(enter('Write ~ana/editor#1'));
		await create('`main.c:2`\n');
		assert.equal(
			takeCalls()[1],
			'status bar: Not written: the TODO has changed. The ticket is ~ana/editor#1.',
		);
		assert.equal(document.getText(), code.replace('why', 'why not'));
	});

	it('is not offered for a line without a TODO', async () => {
		const { create } = await begin({ line: 0 });
		await create('`main.c:1`');
		assert.deepEqual(takeCalls(), []);
	});
});
