import { fillWithIcon } from './icon-elements.ts';

type Value = string | number | boolean | null | undefined;

/** A description of an element. */
export interface VirtualElement {
	readonly tag: string;
	readonly attributes: Readonly<Record<string, Value>>;
	readonly children: readonly Child[];
}

export type Child = VirtualElement | string | null | false | undefined;

/**
 * Describes an element. Besides attributes: `key` identifies it among its siblings; `html` is safe HTML in place of children; `value` of
 * a `select` is its selected option; `color` is set as `--label`, and `lines` as `--lines`; with `keepsChildren`, other code adds the
 * children. An `svg` with `data-icon` gets the children of that icon. The user's text in a field is not part of it and stays.
 */
export const h = (
	tag: string,
	attributes: VirtualElement['attributes'] = {},
	...children: readonly Child[]
): VirtualElement => ({
	tag,
	attributes,
	children,
});

const svgNamespace = 'http://www.w3.org/2000/svg';
const notAttributes = new Set(['key', 'html', 'color', 'lines', 'keepsChildren']);
const hexColor = /^#[0-9a-f]{6}$/i;

/** The description that each node was last drawn from. */
const descriptions = new WeakMap<Node, VirtualElement>();
const keyOf = (node: Node) => descriptions.get(node)?.attributes.key;

/** Takes the node to reuse for `child` out of `keyed` or `unkeyed`: the one with its key, or the next one with its tag. */
function match(child: VirtualElement | string, keyed: Map<Value, Node>, unkeyed: Node[]): Node | undefined {
	if (typeof child !== 'string' && child.attributes.key !== undefined) {
		const node = keyed.get(child.attributes.key);
		keyed.delete(child.attributes.key);
		return node && descriptions.get(node)?.tag === child.tag ? node : undefined;
	}
	// Texts have no description, and so no tag.
	const tag = typeof child === 'string' ? undefined : child.tag;
	const at = unkeyed.findIndex((node) => descriptions.get(node)?.tag === tag);
	// The nodes before it are given up, so that no node has to move.
	return at === -1 ? undefined : unkeyed.splice(0, at + 1).at(-1);
}

/** A new element gets its content at once: in the browser, filling an element takes longer when it is on the page. */
function createNode(child: VirtualElement | string, parent: Element): Node {
	if (typeof child === 'string') return document.createTextNode(child);
	const inSvg = child.tag === 'svg' || parent.namespaceURI === svgNamespace;
	const element = inSvg
		? document.createElementNS(svgNamespace, child.tag)
		: document.createElement(child.tag);
	update(element, child);
	return element;
}

/**
 * Updates the children of `parent`, touching only what differs: a field keeps its text, its undo history and the focus, and a text
 * selection stays. A node is moved only when the order has changed.
 */
export function draw(parent: Element, children: readonly Child[]): void {
	const wanted = children.filter((child): child is VirtualElement | string => !!child);
	if (!parent.hasChildNodes()) {
		parent.append(...wanted.map((child) => createNode(child, parent)));
		return;
	}
	const keyed = new Map<Value, Node>();
	const unkeyed: Node[] = [];
	for (const node of parent.childNodes) {
		const key = keyOf(node);
		if (key === undefined) unkeyed.push(node);
		else keyed.set(key, node);
	}
	const nodes = wanted.map((child) => match(child, keyed, unkeyed) ?? createNode(child, parent));
	const kept = new Set(nodes);
	for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
	let next = parent.firstChild;
	for (const node of nodes) {
		if (node === next) next = next.nextSibling;
		else parent.insertBefore(node, next);
	}
	for (const [index, child] of wanted.entries()) {
		const node = nodes[index];
		if (typeof child === 'string') {
			if (node && node.nodeValue !== child) node.nodeValue = child;
		} else if (node instanceof Element) update(node, child);
	}
}

function update(element: Element, wanted: VirtualElement): void {
	// The same description as last time: nothing has changed.
	if (descriptions.get(element) === wanted) return;
	const before = descriptions.get(element)?.attributes ?? {};
	descriptions.set(element, wanted);
	for (const name of new Set([...Object.keys(before), ...Object.keys(wanted.attributes)])) {
		const value = wanted.attributes[name];
		if (value !== before[name]) setProperty(element, name, value);
	}
	const { html, keepsChildren, 'data-icon': icon } = wanted.attributes;
	if (typeof html !== 'string' && keepsChildren !== true && icon === undefined)
		draw(element, wanted.children);
	// The value can only be set once the options exist.
	if (element instanceof HTMLSelectElement && wanted.attributes.value !== undefined) {
		const value = String(wanted.attributes.value);
		if (element.value !== value) element.value = value;
	}
}

function setProperty(element: Element, name: string, value: Value): void {
	if (name === 'html') element.innerHTML = String(value ?? '');
	if (name === 'data-icon' && value) fillWithIcon(element, String(value));
	if (name === 'color' && element instanceof HTMLElement) {
		element.style.setProperty('--label', hexColor.test(String(value)) ? String(value) : null);
	}
	if (name === 'lines' && element instanceof HTMLElement)
		element.style.setProperty('--lines', String(value ?? ''));
	if (notAttributes.has(name) || (name === 'value' && element instanceof HTMLSelectElement)) return;
	const isNothing = value === null || value === undefined || value === false;
	if (isNothing) element.removeAttribute(name);
	else element.setAttribute(name, value === true ? '' : String(value));
}
