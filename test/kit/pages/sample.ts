import type { Icon } from '../../../src/platform/model/icon.ts';
import type { Person } from '../../../src/platform/model/words.ts';
import type { HostText } from '../../../src/platform/page/page-text.ts';
import type { ShownEntry, ShownLabel } from '../../../src/platform/page/snapshot-parts.ts';
import { type DraftBody, emptyBody } from '../../../src/tickets/model/ticket-draft.ts';
import type { Composer, Snapshot, WaitingText } from '../../../src/tickets/page/protocol.ts';

export const user = (name: string): Person => ({ kind: 'user', name, initials: name.slice(1, 3) });
export const when = (text: string) => ({ at: '2026-11-15T09:12:00Z', text, tip: '15 Nov 2026, 09:12' });

const jorg: Person = { kind: 'email', name: 'Jörg Müller', address: 'jm@example.org', from: 'by email' };
const dana: Person = {
	kind: 'external',
	name: 'octo-dana',
	from: 'git.example.net',
	url: 'https://git.example.net/octo-dana',
};

const all: readonly ShownLabel[] = [
	['bug', '#d73a4a'],
	['data loss', '#fbca04'],
	['undo', '#0e8a16'],
	['good first patch', '#7057ff'],
	['needs info', '#ededed'],
	['release note', '#1d1f24'],
].map(([name = '', color = '']) => ({ name, text: name, color }));
const [bug, loss, undo, good, info] = all;
const shown = (...labels: readonly (ShownLabel | undefined)[]) => labels.filter((one) => one !== undefined);
const piece = (label: ShownLabel | undefined, isRemoved = false) => ({
	label: label ?? { name: '', text: '', color: '' },
	isRemoved,
});

export const comment = (key: string, by: Person, html: string, more: Partial<ShownEntry> = {}): ShownEntry =>
	({
		kind: 'comment',
		key,
		name: `Comment by ${by.name}`,
		by,
		isDescription: false,
		mayEdit: false,
		mark: '',
		time: when('4 days ago'),
		html,
		isUnseen: false,
		...more,
	}) as ShownEntry;

const event = (
	key: string,
	icon: Icon,
	...pieces: Extract<ShownEntry, { kind: 'event' }>['pieces']
): ShownEntry => ({
	kind: 'event',
	key,
	icon,
	tone: icon === 'play-circle' ? 'warn' : null,
	pieces,
	time: when('5 days ago'),
});

const description = `<p>When a file changes on disk and the buffer is reloaded, everything before the reload can no longer be undone. A formatter that runs on save is enough to lose an hour of history.</p>
<pre tabindex="0" role="group" aria-label="Code"><code><span class="hljs-comment"># edit, save</span>
<span class="hljs-keyword">let</span> tree = <span class="hljs-string">"notes.md"</span> <span class="hljs-number">42</span> <span class="hljs-built_in">open</span></code></pre>
<p>What I would expect, in this order:</p>
<ul>
<li class="task"><input type="checkbox" checked disabled aria-label="done"> keep the tree when the text on disk is the text we wrote</li>
<li class="task"><input type="checkbox" disabled aria-label="not done"> say so in the manual (see <a href="#" data-open="ticket:~ana/editor-docs#7">~ana/editor-docs#7</a>)</li>
</ul>
<p>A screen <button type="button" class="image" data-src="https://example.org/shot.png" data-alt="A screen">Show image from example.org</button></p>
<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Version</th><th class="align-right">Kept</th></tr></thead><tbody><tr><td>2.4.1</td><td class="align-right">0</td></tr></tbody></table></div>`;

export const composer: Composer = {
	me: user('~ana'),
	status: { value: 'in_progress', label: 'In progress' },
	resolution: 'unresolved',
	moves: [
		{ value: 'confirmed', label: 'Confirmed' },
		{ value: 'pending', label: 'Pending' },
		{ value: 'resolved', label: 'Resolved' },
	],
	statuses: [{ value: 'in_progress', label: 'In progress' }],
	resolutions: [
		{ value: 'fixed', label: 'Fixed' },
		{ value: 'duplicate', label: 'Duplicate' },
		{ value: 'wont_fix', label: 'Won’t fix' },
	],
	labels: shown(bug, loss, undo, good),
	known: all,
	mayComment: true,
	mayLabel: true,
	mayAssign: false,
	mayRename: false,
	mayEdit: false,
	notes: [],
};

/** The ticket of the drawn page. */
export const sample: Snapshot = {
	page: 'ticket',
	key: 'one ~ana/editor#42',
	version: '2026-11-20T07:40:00Z',
	ref: '~ana/editor#42',
	tracker: { name: '~ana/editor', open: 'https://todo.example.org/~ana/editor' },
	number: '#42',
	title: 'Undo history is lost when a file is reloaded from disk',
	status: { text: 'In progress', icon: 'play-circle', tone: 'warn' },
	labels: composer.labels,
	notes: [],
	loadingText: null,
	facts: [
		{
			term: 'Assigned to',
			rows: [
				{ people: [user('~bob')], pieces: [{ link: '~bob', open: 'user:~bob' }] },
				{ pieces: [], button: { label: 'Change Assignees in Browser', act: 'web' } },
			],
		},
		{
			term: 'Submitted by',
			rows: [{ people: [user('~ana')], pieces: [{ link: '~ana', open: 'user:~ana' }] }],
		},
		{
			term: 'Mentioned in',
			rows: [{ icon: 'issues', pieces: [{ link: '~ana/editor-docs#7', open: 'ticket:~ana/editor-docs#7' }] }],
		},
		{
			term: 'Dates',
			rows: [
				{ pieces: ['Reported'], time: when('15 Nov 2026, 09:12') },
				{ pieces: ['Updated'], time: when('32 minutes ago') },
			],
		},
		{
			term: 'Others',
			rows: [
				{
					people: [user('~carol'), jorg, dana],
					pieces: ['3'],
					screenReaderText: ': ~carol, Jörg Müller by email, octo-dana from git.example.net',
				},
			],
		},
	],
	timeline: [
		comment('description', user('~ana'), description, {
			name: 'Description by ~ana',
			isDescription: true,
			mayEdit: false,
		}),
		event('e1', 'tag', { strong: '~carol' }, ' added ', piece(bug), ' ', piece(undo), ' ', piece(info)),
		event('e2', 'account', { strong: '~carol' }, ' assigned ', { strong: '~bob' }),
		comment(
			'e3',
			jorg,
			'<blockquote><p>A formatter that runs on save is enough</p></blockquote><p>Same here with <code>gofmt</code>. Confirmed on 2.4.1.</p>',
		),
		event('e4', 'mention', { strong: '~ana' }, ' mentioned this in ', {
			link: '~ana/editor-docs#7 Document the undo file',
			open: 'ticket:~ana/editor-docs#7',
		}),
		event(
			'e5',
			'play-circle',
			{ strong: '~bob' },
			' changed the status from ',
			{ strong: 'reported' },
			' to ',
			{ strong: 'in progress' },
		),
		comment('e6', dana, '<p>Is the undo file portable between machines with different byte order?</p>'),
		{ kind: 'since', key: 'since', text: 'New since your last visit, yesterday 18:03' },
		event(
			'e7',
			'tag',
			{ strong: '~bob' },
			' added ',
			piece(loss),
			' ',
			piece(good),
			' and removed ',
			piece(info, true),
		),
		comment('e8', user('~bob'), '<p>It is little-endian by definition.</p>', {
			name: 'New comment by ~bob',
			mark: 'assigned',
			isUnseen: true,
		}),
	],
	parts: [],
	unseen: { text: '2 new', label: '2 new since your last visit' },
	composer,
	editing: [],
	past: [],
	waiting: [],
	undoable: null,
	owner: null,
	requested: null,
	position: { text: '3 of 41', hasPrevious: true, hasNext: false },
};

/** A text that the host has. */
export const hostText = (
	part: Partial<DraftBody>,
	revision = 1,
	more: Partial<HostText<DraftBody>> = {},
) => ({
	...{ id: 'text', revision, writer: 'host', saved: '08:12', at: null },
	body: { ...emptyBody, ...part },
	...more,
});

/** A text, a resolution and three label changes: the box of the drawn page. */
const body: DraftBody = {
	...emptyBody,
	text: 'Tried v3 on the three cases from the description, and with a file that grew while it was open. History survives in all of them.\n\nApplied as `3f9c1d2`, thank you!',
	status: 'resolved',
	resolution: 'fixed',
	addLabels: ['release note'],
	removeLabels: ['data loss', 'good first patch'],
};
export const drafted = hostText(body);

/** A comment that is not on the forge yet. */
export const waitingText: WaitingText = {
	...{ entry: 'waiting', state: 'waiting', title: null, html: '<p>It is here.</p>', change: 'Confirmed' },
	status: 'Waiting. No connection.',
	acts: [
		{ act: 'send-now', label: 'Send Now' },
		{ act: 'edit', label: 'Edit' },
		{ act: 'discard', label: 'Discard' },
	],
};

/** A comment that the forge does not accept. */
export const refusedText: WaitingText = {
	...waitingText,
	...{ entry: 'refused', state: 'refused' },
	status: 'Not sent. This tracker does not permit you to triage.',
	acts: [{ act: 'only-comment', label: 'Keep Only the Comment' }, ...waitingText.acts],
};

export const newTicket: Snapshot = {
	...sample,
	page: 'new',
	key: 'one ~ana/editor new',
	ref: '~ana/editor',
	number: 'new',
	title: 'New ticket',
	status: null,
	labels: [],
	facts: [],
	timeline: [],
	unseen: null,
	position: null,
	composer: { ...composer, labels: [], moves: [] },
};
