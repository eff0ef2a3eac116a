import type { Lists } from '../lists/lists.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { Visibility } from '../repositories/repository-record.ts';
import type { Accounts } from '../server/accounts.ts';
import type { Trackers } from '../trackers/trackers.ts';
import { createMails } from './devel/devel.ts';
import { createEditorHistory, type EditorHistory } from './editor/history.ts';
import { account } from './material/accounts.ts';
import type { Clock } from './material/clock.ts';
import { forEachYielding, yieldToEvents } from './material/event-loop.ts';
import type { HistoryStream, Mark } from './material/history-stream.ts';
import { importInto } from './material/import.ts';
import { importOnce } from './material/import-once.ts';
import { dotfiles, notes } from './material/other-repositories.ts';
import { formatMail, type OutgoingMail, type UnsentMail } from './material/outgoing-mail.ts';
import { formatPatches, formatPatchesOnce, type Patch } from './material/patches.ts';
import { type ParseTime, parseTime, people } from './material/people.ts';
import { fillTrackers } from './tracker/tracker.ts';

/** The parts of an empty forge with the demo accounts. */
export interface EmptyForge {
	readonly accounts: Accounts;
	readonly trackers: Trackers;
	readonly lists: Lists;
	readonly repositories: Repositories;
	/** The clock of all four parts. It returns to the real time once the world is built. */
	readonly clock: Clock;
	/** Parses the times of the world, which may be shifted. */
	readonly parseTime: ParseTime;
	/** The base address of the repositories in mails. */
	readonly git?: string;
}

interface DemoRepository {
	readonly owner: 'ana' | 'bob';
	readonly name: string;
	readonly description: string;
	readonly visibility: Visibility;
	readonly created: string;
	readonly pushed: string;
}

const editor: DemoRepository = {
	owner: 'ana',
	name: 'editor',
	description:
		'A small text editor for terminals\n\nOne window, no settings. Patches go to ~ana/editor-devel.',
	visibility: 'public',
	created: '2024-02-17 11:00',
	pushed: '2026-01-31 14:10',
};

const others: readonly (DemoRepository & { readonly stream: (parseTime: ParseTime) => HistoryStream })[] = [
	{
		owner: 'bob',
		name: 'dotfiles',
		description: 'What I put on every machine',
		visibility: 'public',
		created: '2024-05-20 20:55',
		pushed: '2025-11-02 12:31',
		stream: dotfiles,
	},
	{
		owner: 'ana',
		name: 'notes',
		description: 'For myself',
		visibility: 'private',
		created: '2025-02-01 09:58',
		pushed: '2026-01-06 19:31',
		stream: notes,
	},
];

let usualHistory: EditorHistory | undefined;

/**
 * What takes long when a forge starts. Forges whose times are not shifted have the same world, so they share it. Shifted times do not come
 * again, so nothing that was made with them stays in memory.
 */
const sharedSteps = {
	createHistory: () => (usualHistory ??= createEditorHistory(parseTime)),
	importHistory: importOnce,
	format: formatPatchesOnce,
};
const ownSteps = { createHistory: createEditorHistory, importHistory: importInto, format: formatPatches };
const stepsFor = (parse: ParseTime) => (parse === parseTime ? sharedSteps : ownSteps);

/** Creates a repository with its own date. Returns its folder and a function that fills it. */
async function prepare({ accounts, repositories, clock, parseTime }: EmptyForge, wanted: DemoRepository) {
	const { owner, name, description, visibility, created, pushed } = wanted;
	clock.set(parseTime(created, people[owner]));
	const stored = await repositories.create(account(accounts, owner), { name, description, visibility });
	const folder = repositories.pathOf(stored);
	return {
		folder,
		fill: async (stream: HistoryStream, marks: readonly Mark[]) => {
			const ids = await stepsFor(parseTime).importHistory(folder, stream, marks);
			stored.updated = parseTime(pushed, people[owner]).toISOString();
			return ids;
		},
	};
}

const marksOf = ({ topics, tip, release }: EditorHistory): readonly Mark[] => [
	tip,
	release,
	...Object.values(topics).flatMap(({ base, commits }) => [base, ...commits]),
];

/**
 * Fills an empty forge with the demo world: a small project of two years, identical every time, including all ids. The
 * trackers are filled while git writes the history. Returns the mails that users of the sample forge send later. Reasons: docs/decisions/demo-world.md.
 */
export async function buildWorld(forge: EmptyForge): Promise<readonly UnsentMail[]> {
	const imports: Promise<unknown>[] = [];
	try {
		return await build(forge, imports);
	} finally {
		// Report the first failure, but wait until git has stopped writing: the caller may then delete the folder.
		await Promise.allSettled(imports);
		forge.clock.run();
	}
}

async function build(forge: EmptyForge, imports: Promise<unknown>[]): Promise<readonly UnsentMail[]> {
	await yieldToEvents();
	const { createHistory, format } = stepsFor(forge.parseTime);
	const editorHistory = createHistory(forge.parseTime);
	await yieldToEvents();
	const repository = await prepare(forge, editor);
	const history = repository.fill(editorHistory.stream, marksOf(editorHistory));
	history.catch(() => {});
	imports.push(history);
	for (const { stream, ...wanted } of others) {
		const { fill } = await prepare(forge, wanted);
		const other = fill(stream(forge.parseTime), []);
		other.catch(() => {});
		imports.push(other);
	}
	await fillTrackers(forge.trackers, forge.parseTime);
	const [ids] = await Promise.all([history, ...imports]);
	const topics = Object.values(editorHistory.topics).flatMap(({ commits }) => commits);
	const idOf = (mark: Mark) => ids.get(mark) ?? '';
	const patches = await format(
		repository.folder,
		topics.map(idOf),
		[editorHistory.tip, editorHistory.release].map(idOf),
	);
	return fillLists(forge, editorHistory, ids, patches);
}

async function fillLists(
	{ accounts, lists, clock, parseTime, git = 'https://git.example.org' }: EmptyForge,
	editorHistory: EditorHistory,
	ids: ReadonlyMap<Mark, string>,
	patches: ReadonlyMap<string, Patch>,
): Promise<readonly UnsentMail[]> {
	const ana = account(accounts, 'ana');
	clock.set(parseTime('2024-02-18 17:30', people.ana));
	const devel = lists.create(ana, {
		name: 'editor-devel',
		description:
			'Questions about the **editor**, and patches for it.\n\nPlease send them with `git send-email`.',
	});
	const announce = lists.create(ana, {
		name: 'editor-announce',
		description: 'New versions of the editor, and nothing else.',
		permissions: { nonsubscriber: ['browse'], subscriber: ['browse'], account: ['browse'] },
	});
	const subscribers = [
		['bob', devel, '2024-02-18 15:00'],
		['carol', devel, '2024-03-30 12:00'],
		['carol', announce, '2024-03-30 12:01'],
		['dave', devel, '2024-08-14 09:00'],
		['dave', announce, '2024-08-14 09:01'],
	] as const;
	for (const [name, list, on] of subscribers) {
		clock.set(parseTime(on, people[name]));
		lists.subscribe(list, account(accounts, name));
	}
	const material = {
		editorHistory,
		ids,
		patches,
		devel: lists.address(devel),
		announce: lists.address(announce),
		git,
		parseTime,
	};
	const receive = (outgoing: OutgoingMail) => {
		clock.set(outgoing.at);
		lists.receive(formatMail(outgoing), { from: outgoing.from.email, to: outgoing.to, at: outgoing.at });
	};
	const { mails, unsent } = createMails(material);
	await yieldToEvents();
	await forEachYielding(mails, receive);
	return unsent;
}
