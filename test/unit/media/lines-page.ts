/// <reference path="../../../media/page/editor.d.ts" />
/// <reference path="../../../media/page/svg.d.ts" />

import { background } from '../../../media/page/background.ts';
import { h } from '../../../media/page/draw.ts';
import { connectToHost } from '../../../media/page/host-messages.ts';
import { showKeyList, writingKeys } from '../../../media/page/key-list.ts';
import { keyAction, type PageKey } from '../../../media/page/keys.ts';
import { Shell } from '../../../media/page/shell.ts';
import { DraftEditor } from '../../../media/page/text-box/draft-editor.ts';
import { sendRow } from '../../../media/page/text-box/send-row.ts';
import { TextBox } from '../../../media/page/text-box/text-box.ts';
import {
	handleTextBoxKey,
	listenToTextBoxes,
	showTabOf,
} from '../../../media/page/text-box/text-box-events.ts';
import { type Lines, type LinesAsks, type LinesSnapshot, linesRules } from './lines-protocol.ts';

const store = acquireVsCodeApi();
const isNew = store.getState() === undefined;
const ask = connectToHost<LinesAsks, LinesSnapshot>(
	(message) => store.postMessage(message),
	(snapshot) => shell.show(snapshot),
	() => shell.beginWriting(),
);
const boxes: TextBox[] = [];
const textsOf = ({ texts }: Lines) =>
	Object.fromEntries(boxes.map((_, at) => [`text-${at}`, texts[at] ?? '']));
const editor = new DraftEditor<Lines>({
	store,
	rules: linesRules,
	requests: {
		save: (key, text) => ask('draft', { key, text }),
		send: (text, version) => ask('send', { text, version }),
		discard: (id) => ask('discard', { id }),
		restore: (id) => ask('restoreDraft', { id }),
	},
	emptyAt: () => linesRules.empty,
	textsOf,
	boxes: () => boxes,
	redraw: () => shell.redraw(),
});
const keys: readonly PageKey<'write' | 'show-keys'>[] = [
	['Write', 'c', 'Start writing', 'write'],
	['Show', '?', 'Show keyboard shortcuts', 'show-keys'],
];

const makeBox = (at: number) =>
	new TextBox({
		suffix: `-${at}`,
		preview: (text) => ask('preview', { text }),
		complete: (begun) => ask('complete', begun),
		changed: (text) => {
			const texts = boxes.map((_, nth) => (nth === at ? text : (editor.body.texts[nth] ?? '')));
			editor.change({ texts });
		},
		redraw: () => shell.redraw(),
	});

const drawBox = (line: string, box: TextBox | undefined) => {
	const words = { label: `On ${line}`, placeholder: '' };
	return h('section', { key: line, 'aria-label': line }, box?.drawTabs(words), box?.drawPanel(words));
};

const shell = new Shell<LinesSnapshot>(ask, {
	receive: (snapshot) => {
		while (boxes.length < snapshot.lines.length) boxes.push(makeBox(boxes.length));
		return editor.show(snapshot.key, snapshot);
	},
	draw: ({ lines }, problem) => [
		h('h1', {}, 'Lines'),
		problem,
		...lines.map((line, at) => drawBox(line, boxes[at])),
		sendRow({
			draft: editor,
			label: 'Send all',
			missing: editor.isBlank ? 'Write something' : null,
			more: null,
		}),
	],
	didDraw: () => editor.fillNew(),
	isWhole: () => true,
	describePage: () => 'Lines',
	describeNew: () => '',
	mayWriteSoon: () => false,
	field: () => boxes[0]?.field ?? null,
	write: async () => boxes[0]?.field?.focus(),
	handleControlKey: (event, at) => handleTextBoxKey(boxes, event, at),
	findKeyPress: (event) => {
		const action = keyAction(event, keys, []);
		const act = () => (action === 'write' ? shell.beginWriting() : showKeyList(keys, writingKeys));
		return action && { act, startsWriting: action === 'write' };
	},
	actions: {
		tab: (button) => background(showTabOf(boxes, button)),
		discard: () => background(editor.discard()),
		'undo-discard': () => background(editor.undoDiscard()),
	},
	scrolled: (to) => editor.store.storeScroll(to),
});

listenToTextBoxes(() => boxes);
addEventListener('click', ({ target }) => {
	if (target instanceof Element && target.matches('[type=submit]')) background(editor.send());
});
shell.start(isNew);
