import type { PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { background } from '../../page/background.ts';
import type { Ask } from '../../page/host-messages.ts';
import type { CommentBox } from './comment-box.ts';

/** In milliseconds. */
const saveAgainMs = 2000;
/** Milliseconds to wait for a save before its box says that it is being saved. */
const savingMs = 400;

/** Sends the host what is written in boxes, and tries again until the host has it, also when the panel shows another page by then. */
export class BoxSaver {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #answered: (box: CommentBox) => void;
	readonly #timers = new WeakMap<CommentBox, ReturnType<typeof setTimeout>>();

	/** `answered` is called after each answer of the host. */
	constructor(ask: Ask<PatchsetRequests>, answered: (box: CommentBox) => void) {
		this.#ask = ask;
		this.#answered = answered;
	}

	async save(box: CommentBox): Promise<void> {
		const { id, revision, writer, base, text, page, at } = box;
		box.unansweredCount += 1;
		const isLast = () => revision === box.revision && writer === box.writer;
		const timer = setTimeout(() => {
			box.isSaving = isLast();
			box.draw();
		}, savingMs);
		box.draw();
		const answer = await this.#ask('comment', {
			text: { id, revision, writer, body: { text }, base },
			page,
			at,
		});
		clearTimeout(timer);
		box.unansweredCount -= 1;
		if ('ok' in answer) {
			box.id = answer.ok.id;
			box.saved = answer.ok.saved;
			if (isLast()) box.base = { revision, writer };
		}
		// The last version counts: it has the whole text.
		if (isLast()) {
			box.isSaving = false;
			box.problem = 'problem' in answer ? answer.problem : '';
			if (box.problem !== '') this.#saveAgainLater(box);
		}
		this.#answered(box);
	}

	#saveAgainLater(box: CommentBox): void {
		const { revision } = box;
		clearTimeout(this.#timers.get(box));
		const timer = setTimeout(() => {
			const isLast = revision === box.revision && box.problem !== '' && box.state !== 'discarded';
			if (isLast) background(this.save(box));
		}, saveAgainMs);
		this.#timers.set(box, timer);
	}
}
