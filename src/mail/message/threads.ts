/** What is known of a mail that may belong to a thread. */
export interface Threadable {
	/** The forge's number of the mail. */
	readonly id: number;
	/** The forge's number of the mail that it replies to. */
	readonly parentId: number | undefined;
	readonly messageId: string | undefined;
	readonly inReplyTo: string | undefined;
	/** Oldest first. */
	readonly references: readonly string[];
	/** In milliseconds since 1970. */
	readonly date: number | undefined;
}

/** A mail with the replies to it, oldest first. */
export interface Thread<M> {
	readonly mail: M;
	readonly replies: readonly Thread<M>[];
}

interface Node<M> extends Thread<M> {
	readonly replies: Node<M>[];
	parent: Node<M> | undefined;
	/** The place among all mails by date. */
	readonly order: number;
	/** The node from which the search for loops reached this one first. */
	searchedFrom: Node<M> | undefined;
}

/**
 * The threads of mails in any order, oldest first. A mail whose parent is missing is a reply to its closest known ancestor, or starts a
 * thread. Threads may be as deep as there are mails, so do not walk through them with recursion.
 */
export function threadsOf<M extends Threadable>(mails: readonly M[]): readonly Thread<M>[] {
	const byId = new Map<number, Node<M>>();
	for (const mail of mails.toSorted(byDate)) {
		const node = { mail, replies: [], parent: undefined, order: byId.size, searchedFrom: undefined };
		if (!byId.has(mail.id)) byId.set(mail.id, node);
	}
	const nodes = [...byId.values()];
	const byMessageId = new Map<string, Node<M>>();
	// If mails have the same Message-ID, the oldest gets the replies.
	for (const node of nodes) {
		const { messageId } = node.mail;
		if (messageId !== undefined && !byMessageId.has(messageId)) byMessageId.set(messageId, node);
	}
	for (const node of nodes) node.parent = parentOf(node, byId, byMessageId);
	breakLoops(nodes);
	for (const node of nodes) node.parent?.replies.push(node);
	return nodes.filter(({ parent }) => parent === undefined);
}

function parentOf<M extends Threadable>(
	node: Node<M>,
	byId: ReadonlyMap<number, Node<M>>,
	byMessageId: ReadonlyMap<string, Node<M>>,
): Node<M> | undefined {
	const { parentId, inReplyTo, references } = node.mail;
	const named = parentId === undefined ? undefined : byId.get(parentId);
	if (named !== undefined && named !== node) return named;
	const repliedTo = inReplyTo === undefined ? undefined : byMessageId.get(inReplyTo);
	if (repliedTo !== undefined && repliedTo !== node) return repliedTo;
	for (const reference of references.toReversed()) {
		const found = byMessageId.get(reference);
		if (found !== undefined && found !== node) return found;
	}
	return undefined;
}

/** Mails without a date come last. */
function byDate(one: Threadable, other: Threadable): number {
	const difference = (one.date ?? Number.MAX_VALUE) - (other.date ?? Number.MAX_VALUE);
	return difference === 0 ? one.id - other.id : difference;
}

/** The oldest mail of a loop starts the thread. */
function breakLoops<M>(nodes: readonly Node<M>[]): void {
	for (const start of nodes) {
		let node: Node<M> | undefined = start;
		while (node && node.searchedFrom === undefined) {
			node.searchedFrom = start;
			node = node.parent;
		}
		// A search meets one of its nodes again only in a loop.
		if (node?.searchedFrom === start) oldestOfLoop(node).parent = undefined;
	}
}

function oldestOfLoop<M>(start: Node<M>): Node<M> {
	let oldest = start;
	for (let node = start.parent; node && node !== start; node = node.parent) {
		if (node.order < oldest.order) oldest = node;
	}
	return oldest;
}
