import assert from 'node:assert/strict';
import { missingLabel, padTexts, SideText } from '../../../../src/patches/model/side-texts/side-text.ts';
import { visibleEditorChanges } from '../../../kit/window/editor.ts';

const { decoratePlaceholders } = await import('../../../../src/patches/commands/placeholder-lines.ts');

/** An editor with this text, and the lines in it that look like notes. */
function editorOf(text: string, scheme = 'tildeforge-patch') {
	const notes: string[] = [];
	const lines = text.split('\n');
	return {
		notes,
		document: { uri: { scheme }, getText: () => text },
		setDecorations: (_: unknown, ranges: readonly { readonly start: { readonly line: number } }[]) => {
			notes.splice(0, notes.length, ...ranges.map(({ start }) => lines[start.line] ?? ''));
		},
	};
}

describe('The editor of a patch', () => {
	it('shows the lines that stand for unknown ones as notes, and leaves all others', () => {
		const side = new SideText();
		side.addUnknown(1, true);
		side.add('// 5 lines are not in this mail, are they?', true);
		side.addUnknown(1200, true);
		side.addUnknown(3, false, missingLabel(3));
		side.addRest();
		const padded = padTexts({ old: `${side}`, new: `${side}` });
		const [patch, other] = [editorOf(padded.old ?? ''), editorOf(`${side}`, 'file')];
		const following = decoratePlaceholders();
		visibleEditorChanges.fire([patch, other]);
		following.dispose();
		assert.deepEqual(patch.notes, [
			'1 line is not in this mail',
			'1,200 lines are not in this mail',
			'1,200 lines are not in this mail',
			'3 lines of the hunk above not in this mail',
			'Further lines, if any, are not in this mail',
		]);
		assert.deepEqual(other.notes, []);
	});
});
