import { type Branch, HistoryStream, type Mark, type Step } from '../material/history-stream.ts';
import { type ParseTime, people } from '../material/people.ts';
import { early } from './early.ts';
import { signature } from './files.ts';
import * as later from './later.ts';
import { applied, topics as sent } from './topics.ts';

const { ana } = people;

/** Commits that were sent to a list, and their base commit. */
interface Topic {
	readonly base: Mark;
	readonly commits: readonly Mark[];
}

export type TopicName = keyof typeof sent;

export interface EditorHistory {
	readonly stream: HistoryStream;
	readonly topics: Readonly<Record<TopicName, Topic>>;
	readonly tip: Mark;
	readonly release: Mark;
}

const commitAll = (branch: Branch, steps: readonly Step[]) => {
	for (const step of steps) branch.commit(step);
};

/** Two years of the editor's repository, including all proposed patches. */
export function createEditorHistory(parseTime: ParseTime): EditorHistory {
	const stream = new HistoryStream(parseTime);
	const master = stream.branch('master');
	/** No reference leads to these commits. They exist only to make mails from them. */
	const propose = (name: TopicName, base: Branch = master): Topic => {
		const branch = base.fork(`topic/${name}`);
		const topic = { base: base.tip, commits: sent[name].map((step) => branch.commit(step)) };
		branch.delete();
		return topic;
	};

	commitAll(master, early);
	stream.tag('2.3.0', master.tip, {
		by: ana,
		on: '2024-08-11 18:05',
		message: 'editor 2.3.0\n\nThe first version since the history began again.\n',
	});
	const searchCase = master.fork('carol/search-case');
	commitAll(searchCase, later.searchCase);
	master.commit(later.resize);
	master.merge(searchCase, {
		by: ana,
		on: '2024-09-21 10:00',
		message:
			"Merge branch 'carol/search-case'\n\n* carol/search-case:\n  doc: say how Ctrl-F treats capitals\n  search: small letters find capital ones, too\n",
	});
	searchCase.delete();
	master.commitSigned(later.security, signature);
	commitAll(master, later.to240);
	stream.tag('2.4.0', master.tip, {
		by: ana,
		on: '2025-01-18 12:10',
		message: 'editor 2.4.0\n\nSearching without capitals, windows that change their size, --version.\n',
	});
	const release = master.fork('release/2.4');
	master.commit(later.undoFix);
	release.commit({ ...later.undoFix, committer: ana, committed: '2025-02-09 17:40' });
	stream.tag('2.4.1', release.commit(later.to241), {
		by: ana,
		on: '2025-02-09 18:10',
		message: 'editor 2.4.1\n\nOne fix: taking back after memory ran out. Please update.\n',
	});
	master.commit(later.pages);

	const ctrlZ = propose('ctrlZ');
	commitAll(master, applied(sent.ctrlZ, '2025-04-13 20:15'));
	const characters = propose('characters');
	commitAll(master, applied(sent.characters, '2025-06-22 11:30'));
	master.commit(later.directories);
	const savedBytes = propose('savedBytes');
	master.commit(later.safeSave);
	const escapeFirst = propose('escapeFirst');
	const escapeSecond = propose('escapeSecond');
	commitAll(master, applied(sent.escapeSecond, '2025-10-05 09:14'));
	commitAll(master.fork('feature/undo-file'), later.undoFile);
	const [tests, ask, readme] = later.latest;
	if (!tests || !ask || !readme) throw new Error('the latest commits are not three');
	master.commit(tests);
	const wrapFirst = propose('wrapFirst');
	const wrapSecond = propose('wrapSecond');
	const ncurses = propose('ncurses');
	master.commit(ask);
	const regex = propose('regex');
	const yellow = propose('yellow');
	const filter = propose('filter');
	master.commit(readme);

	const topics = {
		ctrlZ,
		characters,
		savedBytes,
		escapeFirst,
		escapeSecond,
		wrapFirst,
		wrapSecond,
		ncurses,
		regex,
		yellow,
		filter,
		wrapThird: propose('wrapThird'),
		danish: propose('danish'),
		readOnly: propose('readOnly'),
		readOnlyAgain: propose('readOnlyAgain'),
		pagesAgain: propose('pagesAgain', release),
	};
	stream.setReference('refs/tags/nightly', master.tip);
	return { stream, topics, tip: master.tip, release: release.tip };
}
