import type { Comment, Range } from 'vscode';

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
/** The ids of the controllers that were created and not disposed. */
export const commentControllers: string[] = [];

export const comments = {
	createCommentController: (id: string) => {
		commentControllers.push(id);
		return {
			createCommentThread: (...args: ConstructorParameters<typeof FakeThread>) => {
				const thread = new FakeThread(...args);
				commentThreads.add(thread);
				return thread;
			},
			dispose: () => {
				commentControllers.splice(commentControllers.indexOf(id), 1);
				commentThreads.clear();
			},
		};
	},
};
