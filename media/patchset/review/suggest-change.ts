import type { PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { focusWithPage } from '../../kit/focus.ts';
import type { Ask } from '../../kit/host-messages.ts';
import { insert } from '../../kit/insert.ts';
import type { CommentBox } from './comment-box.ts';

/** Adds the commented lines to the box, for the user to change. The mail of the comment will show the change as a diff. */
export async function suggestChange(box: CommentBox, ask: Ask<PatchsetRequests>): Promise<void> {
	const answer = await ask('suggestionAt', { at: box.draft.at });
	const { field } = box;
	if ('problem' in answer) {
		box.draft.refusal = answer.problem;
		box.draw();
	} else if (field) {
		focusWithPage(field);
		const block = answer.ok.text;
		const existing = field.value.indexOf(block);
		// The second click of a double click must not add it again.
		if (existing !== -1) {
			const end = existing + block.length;
			field.setSelectionRange(end, end);
			return;
		}
		const before = field.value.slice(0, field.selectionEnd);
		const start = before === '' || before.endsWith('\n') ? '' : '\n';
		insert(field, `${start}${block}`, field.selectionEnd, field.selectionEnd);
	}
}
