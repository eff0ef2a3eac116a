import * as vscode from 'vscode';
import { createTodoFinder, type FindTodo } from '../model/todo-comments.ts';

/** Finds TODO comments in a file by the words that the settings of its folder list. */
export const todoFinderFor = (document: vscode.TextDocument): FindTodo =>
	createTodoFinder(vscode.workspace.getConfiguration(undefined, document).get('tildeforge.todoWords'));
