package org.gradle.api.specs

fun interface Spec<T> {
    fun isSatisfiedBy(element: T): Boolean
}
