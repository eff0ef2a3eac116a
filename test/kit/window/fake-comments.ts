import type { Comment, CommentingRangeProvider, CommentOptions, Range } from 'vscode';

/** A thread of comments in an editor. */
export class FakeThread {
	canReply = true;
	collapsibleState = 0;
	label: string | undefined;
	range: Range | undefined;
	comments: readonly Comment[];
	readonly uri: unknown;

	constructor(uri: unknown, range: Range, comments: readonly Comment[]) {
		[this.uri, this.range, this.comments] = [uri, range, comments];
	}

	dispose(): void {
		commentThreads.delete(this);
	}
}

/** The threads that are shown. */
export const commentThreads = new Set<FakeThread>();
/** The controllers that were created and not disposed. */
export const commentControllers: FakeController[] = [];

class FakeController {
	options: CommentOptions | undefined;
	commentingRangeProvider: CommentingRangeProvider | undefined;
	readonly id: string;

	constructor(id: string) {
		this.id = id;
		commentControllers.push(this);
	}

	createCommentThread(...args: ConstructorParameters<typeof FakeThread>): FakeThread {
		const thread = new FakeThread(...args);
		commentThreads.add(thread);
		return thread;
	}

	dispose(): void {
		commentControllers.splice(commentControllers.indexOf(this), 1);
		commentThreads.clear();
	}
}

export const comments = { createCommentController: (id: string) => new FakeController(id) };
